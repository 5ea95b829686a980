"""The one source of chance of the generators.

Every choice comes from RANDOM, in a fixed order: the same seed gives the same
bytes. A call added or moved anywhere changes everything that follows it.
"""

import random

RANDOM = random.Random()
choose = RANDOM.choice
randint = RANDOM.randint


def chance(probability):
    """Returns True with the given probability."""
    return RANDOM.random() < probability
