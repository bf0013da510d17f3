"""A printed law document in, an Edition (a tree of provisions) out."""
