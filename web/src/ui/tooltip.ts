/** A short description of what the pointer is on, what the keyboard has come to, or what a finger is held on. RAL-248 */
const HOVER_MS = 350;
const HOLD_MS = 420;
const GAP = 8; // px between the thing and its description

let box: HTMLElement | null = null;
let owner: HTMLElement | null = null;

function show(node: HTMLElement, text: string): void {
  if (!text || !node.isConnected) return;
  if (!box?.isConnected) {
    box = document.createElement('div');
    box.className = 'tip';
    box.popover = 'manual'; // above dialogs too
    box.role = 'tooltip';
    (document.querySelector('main') ?? document.body).append(box);
  }
  owner = node;
  box.textContent = text;
  box.hidePopover();
  box.showPopover();
  const at = node.getBoundingClientRect(),
    own = box.getBoundingClientRect(),
    above = at.top - own.height - GAP,
    below = at.bottom + GAP,
    low = node.dataset.tip === 'below' && below + own.height < innerHeight - 4,
    left = at.left + at.width / 2 - own.width / 2;
  box.style.top = `${above > 4 && !low ? above : below}px`;
  box.style.left = `${Math.max(6, Math.min(left, innerWidth - own.width - 6))}px`;
}

export function hideTip(node: HTMLElement | null = owner): void {
  if (node !== owner || !box) return;
  owner = null;
  if (box.isConnected) box.hidePopover();
}

/** `use:tip={text}`: also what a screen reader says after the name. `data-tip="below"` where what is above is needed. */
export function tip(node: HTMLElement, text: string): { update(text: string): void; destroy(): void } {
  let words = text,
    timer = 0,
    held = false;
  const say = () => {
    if (words) node.setAttribute('aria-description', words);
    else node.removeAttribute('aria-description');
    if (owner === node) show(node, words);
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => show(node, words), ms);
  };
  const end = () => {
    clearTimeout(timer);
    hideTip(node);
  };
  const ways: [string, (e: Event) => void][] = [
    ['pointerenter', (e) => (e as PointerEvent).pointerType !== 'touch' && later(owner ? 60 : HOVER_MS)],
    ['pointerleave', end],
    ['pointerdown', (e) => down(e as PointerEvent)],
    ['pointerup', () => clearTimeout(timer)],
    ['pointercancel', end],
    ['focus', () => node.matches(':focus-visible') && show(node, words)],
    ['blur', end],
    ['contextmenu', (e) => held && e.preventDefault()],
  ];
  function down(e: PointerEvent): void {
    held = false;
    end();
    if (e.pointerType !== 'touch') return;
    timer = window.setTimeout(() => {
      held = true;
      show(node, words);
    }, HOLD_MS);
  }
  /** A finger that was held to read must not press what it read about. */
  function click(e: MouseEvent): void {
    if (!held) return;
    held = false;
    e.stopImmediatePropagation();
    e.preventDefault();
  }
  for (const [kind, way] of ways) node.addEventListener(kind, way);
  node.addEventListener('click', click, { capture: true });
  say();
  return {
    update(fresh) {
      words = fresh;
      say();
    },
    destroy() {
      end();
      for (const [kind, way] of ways) node.removeEventListener(kind, way);
      node.removeEventListener('click', click, { capture: true });
    },
  };
}
