"""The handbook: a static site of our own words, made of the same data as the answers.
``docs/handbook.md`` tells what it holds and why."""
