"""The provisions of the 2017 Laws that prescribe or limit a rectification: each must be cited by at least one ruling."""

PRESCRIBING: tuple[str, ...] = ()
"""Filled from a reading of the Laws; ``LEFT_OUT`` says why one that looks like it is not here."""

LEFT_OUT: dict[str, str] = {}
