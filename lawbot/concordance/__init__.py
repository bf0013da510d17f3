"""Which provision of one code stands where in the next: codes in, rows out. Matcher, differ and sorter are its three parts."""

from lawbot.concordance.codes import Code, united
from lawbot.concordance.concord import Concordance, concord
from lawbot.concordance.forced import Forced, ForcedError, read_forced
from lawbot.concordance.sorter import Relation, Row

__all__ = ["Code", "Concordance", "Forced", "ForcedError", "Relation", "Row", "concord", "read_forced", "united"]
