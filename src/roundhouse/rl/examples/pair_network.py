"""A network for Spacegoo in PyTorch: planets are embedded one by one, and a send is scored by its two ends.

So it works for any map, whatever the order of the planets. `policy_class` puts it into Stable-Baselines3."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

PLANETS, COLUMNS, SHARES = 21, 21, 3
SHIPS = (3, 4, 5, 10, 11, 12, 14, 15, 16)  # columns of ships, as fractions of SHIPS_BOUND
SHIPS_BOUND = 500.0
X, Y = 18, 19
WIDTH, MATCH = 48, 24


class PairNetwork(nn.Module):  # type: ignore[misc]
    """Scores of all actions, and an estimate of what is still to be gained, from scaled observations."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(COLUMNS, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.mix = nn.Sequential(nn.Linear(3 * WIDTH, WIDTH), nn.ReLU())
        self.source, self.target = nn.Linear(2 * WIDTH, SHARES * MATCH), nn.Linear(2 * WIDTH, MATCH)
        self.trip = nn.Linear(2 * WIDTH, SHARES)
        self.stay = nn.Linear(WIDTH, 1)
        self.value = nn.Linear(WIDTH, 1)
        for layer in (self.source, self.trip, self.stay):
            nn.init.zeros_(layer.weight)  # so that at first all sends are equally likely
            nn.init.zeros_(layer.bias)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        planets = seen.view(-1, PLANETS, COLUMNS).clone()
        planets[..., SHIPS] = torch.log1p(SHIPS_BOUND * planets[..., SHIPS]) / 3
        there, mine, theirs, place = planets[..., :1], planets[..., 1:2], planets[..., 2:3], planets[..., (X, Y)]
        embedded = self.embed(planets) * there
        sides = [(embedded * who).sum(1) / 5 for who in (mine, theirs, there - mine - theirs)]
        board = self.mix(torch.cat(sides, 1))
        both = torch.cat([embedded, board.unsqueeze(1).expand_as(embedded)], -1)
        sources = self.source(both).view(-1, PLANETS, SHARES, MATCH)
        sends = torch.einsum("bisd,bjd->bijs", sources, self.target(both)) / MATCH**0.5
        trips = torch.cdist(place, place).unsqueeze(-1) * self.trip(both).unsqueeze(2)
        return torch.cat([self.stay(board), (sends + trips).flatten(1)], 1), self.value(board).squeeze(-1)


class BestSends:
    """Takes the action with the best score."""

    def __init__(self, network: PairNetwork) -> None:
        self.network = network

    def best(self, seen: Any, mask: Any) -> NDArray[np.int64]:
        with torch.no_grad():
            marks, _ = self.network(torch.from_numpy(np.array(seen)))
        found: NDArray[np.int64] = np.where(mask, marks.numpy(), -np.inf).argmax(1)
        return found


def policy_class() -> Any:
    """`PairPolicy`; a function, so that this module can be used without Stable-Baselines3."""
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

    class PairPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
        """The network as a policy of `MaskablePPO`."""

        def _build(self, lr_schedule: Any) -> None:
            self.pairs = PairNetwork()
            self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

        def _judged(self, seen: Any, masks: Any) -> tuple[Any, Any]:
            marks, value = self.pairs(seen.float())
            judged = self.action_dist.proba_distribution(action_logits=marks)
            if masks is not None:
                judged.apply_masking(masks)
            return judged, value

        def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> tuple[Any, Any, Any]:
            judged, value = self._judged(obs, action_masks)
            actions = judged.get_actions(deterministic=deterministic)
            return actions, value.unsqueeze(-1), judged.log_prob(actions)

        def evaluate_actions(self, obs: Any, actions: Any, action_masks: Any = None) -> tuple[Any, Any, Any]:
            judged, value = self._judged(obs, action_masks)
            return value.unsqueeze(-1), judged.log_prob(actions), judged.entropy()

        def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
            return self._judged(obs, action_masks)[0]

        def predict_values(self, obs: Any) -> Any:
            return self.pairs(obs.float())[1].unsqueeze(-1)

    return PairPolicy
