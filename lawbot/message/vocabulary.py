"""Vocabulary of the language of the charts: lemmas, small words, acts, names of players."""

from collections.abc import Iterable
from functools import cache, lru_cache

from lawbot.grouped import grouped
from lawbot.language import SOURCE, Language, installed
from lawbot.message.tokens import straight, tokens


class Vocabulary:
    """Words by which sentences of one language are parsed.

    An attribute with the name of one of its lists of small words (``said``) has their lemmas.
    Raises KeyError for a language without ``hearing``.
    """

    def __init__(self, language: Language) -> None:
        if language.hearing is None:
            raise KeyError(language.code)
        self.said = language.hearing
        self.lemma = lru_cache(maxsize=4096)(self._lemma)
        """Return a word without its ending."""
        self.irregular: dict[str, str] = {}
        """Lemmas of the words that the language lists."""
        # 'takes' is 'take' as 'took' is
        for base in language.lemmas:
            if stem(base) not in self.said.denials:
                self.irregular[stem(base)] = base
        for base, forms in language.lemmas.items():
            self.irregular |= dict.fromkeys((base, *forms.split()), base)
        self.subjects = {chart: self._lemmas(words) for chart, words in self.said.subjects.items()}
        """By chart, the words of which a text needs one to tell any of its facts."""
        self.guards = self._lemmas(self.said.guards) | self.denials | self.reports
        self.acts = list(map(self._lemmas, self.said.acts))
        self.acting = self.performed.union(*self.acts, self._lemmas(self.said.acting))
        names: list[tuple[tuple[str, ...], str]] = []
        for player, player_names in language.people.items():
            names += [(spelt_out(name), player) for name in player_names]
        # the longest name that fits is the one meant
        names.sort(key=lambda entry: -len(entry[0]))
        self.people = grouped((name[0], (name, player)) for name, player in names)
        """Names of players, each with its player, by first word, longest first."""

    def __getattr__(self, name: str) -> frozenset[str]:
        lemmas = self._lemmas(getattr(self.said, name))
        # once made they are a plain attribute
        setattr(self, name, lemmas)
        return lemmas

    def _lemma(self, word: str) -> str:
        if word in self.irregular:
            return self.irregular[word]
        ending = stem(word)
        return self.irregular.get(ending, ending)

    def _lemmas(self, words: Iterable[str]) -> frozenset[str]:
        return frozenset(map(self.lemma, words))


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary of ``SOURCE``, in which the phrases of the charts are written."""
    return Vocabulary(installed()[SOURCE])


def stem(word: str) -> str:
    """Return a word without its regular English ending."""
    if len(word) < 4 or not word.isalpha():
        return word
    for ending, replacement in (
        ("ies", "y"),
        ("ied", "y"),
        ("sses", "ss"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("ing", ""),
        ("ed", ""),
        ("s", ""),
    ):
        if (
            word.endswith(ending)
            and len(word) - len(ending) >= 2
            and not (ending == "s" and word.endswith(("ss", "us", "is")))
        ):
            word = word[: len(word) - len(ending)] + replacement
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "slfz":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def spelt_out(name: str) -> tuple[str, ...]:
    """Return the plain words of a name for a player."""
    return tuple(word for token in tokens(straight(name)) for word in token.spelt)
