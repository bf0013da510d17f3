"""Readers of foreign law books: printed layouts, saved web pages and PDF, damages mended on record.

``conversion`` turns a document into editions; ``papers`` turns a file of another kind into text.
"""
