"""All pages of the web client, with something to see on each."""

from dataclasses import dataclass

from tests.games.dungeon.web import matches
from tests.games.spacegoo.web import line_bots
from tests.web.site import Member, Site, fresh

NAMES = (
    "home", "play", "new table", "table", "match", "watched match", "replay", "ladder", "line ladder", "player",
    "line player", "bots", "bots signed in", "games", "game", "sign in", "sign up", "settings", "settings signed in",
    "admin health", "admin players", "admin tables", "admin matches", "admin audit", "embed", "rally menu",
    "rally table", "rally statistics", "boards", "board editor", "dungeon menu", "dungeon table", "prepared map",
    "market", "scoreboard", "commands", "leaderboards", "cabinet", "quest menu", "quest table", "quest table with map",
    "quest maps", "quest map editor", "quest statistics", "quest leaderboards", "boidvoid menu", "boidvoid table",
    "boidvoid statistics", "nowhere",
)  # fmt: skip


@dataclass
class World:
    """Players, tables and matches that the pages show."""

    host: Member
    admin: Member
    addresses: dict[str, tuple[str, Member | None]]

    def open(self, visitor, name: str, **options):
        """The page of that name once it is all there."""
        path, member = self.addresses[name]
        if theme := options.get("theme"):
            path += f"{'&' if '?' in path else '?'}theme={theme}"
        page = visitor(path, member=member, **options)
        settled(page)
        return page


def settled(page) -> None:
    """Waits until nothing is being loaded any more."""
    page.get_by_role("heading", level=1).first.wait_for(state="attached")
    page.wait_for_function(
        """() => !document.querySelector('[aria-busy=true]') && ![...document.querySelectorAll('[role=status]')]
            .some(status => /^(Loading|Connecting|Verbinden|Lädt|Laden)/.test(status.textContent.trim()))"""
    )


def painted(page) -> None:
    """Two frames later everything has found its place."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def turn_light(page) -> None:
    """The light theme on an open page, as the settings choose it."""
    page.emulate_media(reduced_motion="reduce")  # colours change at once
    page.wait_for_function("() => document.documentElement.dataset.motion === 'reduced'")
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    painted(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


def join_event(page, code: str, name: str, pin: str) -> None:
    """Fills in the form for those who take part in an event, and sends it."""
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_label("Name of your team").fill(name)
    page.get_by_label("Password", exact=True).fill(pin)
    with page.expect_response(lambda answer: answer.url.endswith("/api/event/join")):
        page.get_by_role("button", name="Join the event").click()


def build(site: Site, film: str) -> World:
    host, admin = site.member("host"), site.member("boss", role="admin")
    table = site.member("hostess").table(listed=True)["key"]
    hall = site.member("hall")
    lobby = hall.table(game="rally", clock="own", seats=4, bots={"2": "normal", "3": "hard"})["key"]
    running = host.match("greedy", listed=True, clock="day")
    host.post("/api/me/bots", {"name": fresh("gadget"), "language": "Python"})
    admin.post(f"/api/admin/players/{site.member('rogue').name}", {"blocked": True}, method="PATCH")
    winner = fresh("line")
    for _ in range(4):
        line_bots.play(site, winner, fresh("line"))
    digger, overseer = site.member("digger"), site.member("overseer")
    dig = matches.finished(site, digger, rounds=20)
    swarm = digger.table(game="dungeon", seats=4, bots={"2": "miner", "3": "warlord"})["key"]
    drawn = overseer.table(game="dungeon", seat=0, seats=3, bots={"1": "miner", "2": "warlord"})["key"]
    overseer.post(f"/api/tables/{drawn}/prepare")
    seeker, smith = site.member("seeker"), site.member("smith")
    fog = seeker.table(game="quest", preset="skirmish", bots={"2": "gatherer"})["key"]
    creek = smith.table(game="quest", settings={"scenario": "creek"})["key"]
    void = site.member("pilot").table(game="boidvoid", preset="three", bots={"2": "random", "3": "random"})["key"]
    addresses = {
        "home": ("/", None),
        "play": ("/play", None),
        "new table": ("/play?new", host),
        "table": (f"/table/{table}", admin),
        "match": (f"/match/{running}", host),
        "watched match": (f"/match/{running}", None),
        "replay": (f"/replay/{film}?round=30", None),
        "ladder": ("/ladder/spacegoo/standard/bots", host),
        "line ladder": ("/ladder/spacegoo/line", None),
        "player": ("/player/greedy", host),
        "line player": (f"/player/{winner}", None),
        "bots": ("/bots", None),
        "bots signed in": ("/bots", host),
        "games": ("/games", None),
        "game": ("/games/spacegoo", None),
        "sign in": ("/sign-in", None),
        "sign up": ("/sign-in?new", None),
        "settings": ("/settings", None),
        "settings signed in": ("/settings", host),
        **{f"admin {part}": (f"/admin/{part}", admin) for part in ("health", "players", "tables", "matches", "audit")},
        "embed": (f"/embed/match/{film}", None),
        "rally menu": ("/games/rally", host),
        "rally table": (f"/table/{lobby}", hall),
        "rally statistics": ("/games/rally/feats", host),
        "boards": ("/games/rally/boards", admin),
        "board editor": ("/games/rally/boards/edit?from=scrap-press", admin),
        "dungeon menu": ("/games/dungeon", host),
        "dungeon table": (f"/table/{swarm}", digger),
        "prepared map": (f"/table/{drawn}", overseer),
        "market": (f"/match/{dig}/market", None),
        "scoreboard": (f"/match/{dig}/scores", None),
        "commands": (f"/match/{dig}/commands", None),
        "leaderboards": ("/games/dungeon/leaders", None),
        "cabinet": ("/player/warlord", None),
        "quest menu": ("/games/quest", host),
        "quest table": (f"/table/{fog}", seeker),
        "quest table with map": (f"/table/{creek}", smith),
        "quest maps": ("/games/quest/boards", admin),
        "quest map editor": ("/games/quest/boards/edit?from=arena", admin),
        "quest statistics": ("/games/quest/feats", host),
        "quest leaderboards": ("/games/quest/leaders", None),
        "boidvoid menu": ("/games/boidvoid", host),
        "boidvoid table": (f"/table/{void}", host),
        "boidvoid statistics": ("/games/boidvoid/feats", host),
        "nowhere": ("/there/is/no/such/page", None),
    }
    assert tuple(addresses) == NAMES
    return World(host, admin, addresses)
