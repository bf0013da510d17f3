"""The Laws of Duplicate Bridge, indexed, searched and asked about."""

import os

__version__ = "0.4.1"

# numpy reads this when it is first imported (sqlite-utils does so too): for products as small as
# search's, threads cost more than they give
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
