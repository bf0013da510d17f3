"""Vocabulary of the language of the charts: lemmas, small words, acts, names of players."""

from collections.abc import Iterable
from functools import cache, lru_cache

from lawbot.grouped import grouped
from lawbot.language import SOURCE, Language, installed
from lawbot.message.tokens import straight, tokens


class Vocabulary:
    """Words by which sentences of one language are parsed.

    Raises KeyError for a language without ``hearing``.
    """

    def __init__(self, language: Language) -> None:
        if language.hearing is None:
            raise KeyError(language.code)
        self.said = language.hearing
        self.lemma = lru_cache(maxsize=4096)(self._lemma)
        """Return a word without its ending."""
        bases = ((stem(base), base) for base in language.lemmas)
        # 'takes' is 'take' as 'took' is
        self.irregular = {
            stemmed: base for stemmed, base in bases if stemmed not in self.said.denials
        }
        self.irregular |= {
            form: base for base, forms in language.lemmas.items() for form in (base, *forms.split())
        }
        """Lemmas of the words that the language lists."""
        self.light = self._lemmas(self.said.light)
        self.denials = self._lemmas(self.said.denials)
        self.reports = self._lemmas(self.said.reports)
        self.differing = self._lemmas(self.said.differing)
        self.subjects = {chart: self._lemmas(words) for chart, words in self.said.subjects.items()}
        """By chart, the words of which a text needs one to tell any of its facts."""
        self.guards = self._lemmas(self.said.guards) | self.denials | self.reports
        self.ordering = self._lemmas(self.said.ordering)
        self.silence = self._lemmas(self.said.silence)
        self.supposing = self._lemmas(self.said.supposing)
        self.acts = [self._lemmas(kind) for kind in self.said.acts]
        self.discovering = self._lemmas(self.said.discovering)
        self.thinking = self._lemmas(self.said.thinking)
        self.puts_down = self._lemmas(self.said.puts_down)
        self.honours = self._lemmas(self.said.honours)
        self.lows = self._lemmas(self.said.lows)
        self.suits = self._lemmas(self.said.suits)
        self.performed = self._lemmas(self.said.performed)
        self.acting = self.performed.union(*self.acts, self._lemmas(self.said.acting))
        names = [
            (spelt_out(name), player)
            for player, player_names in language.people.items()
            for name in player_names
        ]
        # the longest name that fits is the one meant
        names.sort(key=lambda entry: -len(entry[0]))
        self.people = grouped((name[0], (name, player)) for name, player in names)
        """Names of players, each with its player, by first word, longest first."""

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
