/** An agent's seat in words: how much it was told, what of its answers was of no use, what it has used. */
import { say } from '../../i18n';
import type { MatchSeat } from '../../net/types';
import { duration, number } from '../../lib/format';

export type AgentSeat = Pick<MatchSeat, 'seat' | 'player' | 'assist' | 'account'>;

/** Whether there is something to tell. */
export const isAgent = (seat: AgentSeat): boolean => seat.player.kind === 'agent';

/** "agent, assist: schema; 41 answers: 3 unreadable, 1 illegal; 0 turns missed" */
export function agentWords({ assist, account }: AgentSeat): string {
  const t = say.match.agent;
  const level = assist ? `${say.common.agent}, ${t.assist}: ${t.levels[assist]}` : say.common.agent;
  if (!account) return level;
  const { answers, unreadable, illegal, late } = account;
  const count = t.answers(number(answers), answers === 1);
  return `${level}; ${count}: ${t.useless(number(unreadable), number(illegal), number(late))}`;
}

/** How it came that it lost, where that was not on the board. */
export function forfeitWords({ account }: AgentSeat): string {
  return account ? (say.match.agent.ends[account.end] ?? '') : '';
}

/** Its time, and what its client says about calls and tokens. */
export function usedWords({ account }: AgentSeat): string {
  if (!account) return '';
  const t = say.match.agent;
  const { time_ms, tool_calls, input_tokens, output_tokens } = account;
  return [
    time_ms ? t.time(duration(time_ms)) : '',
    tool_calls ? t.calls(number(tool_calls), tool_calls === 1) : '',
    input_tokens || output_tokens ? t.tokens(number(input_tokens), number(output_tokens)) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
