import { describe, expect, it } from 'vitest';
import { appointmentsOf, appointmentText } from './appointment.ts';

describe('who is what', () => {
  it('takes agents without a role as authors', () => {
    expect(appointmentsOf(['claude', '2*codex:gpt-5', 'judge=llm:anthropic/x'])).toEqual({
      author: [
        { agent: 'claude', weight: 1 },
        { agent: 'codex:gpt-5', weight: 2 },
      ],
      judge: [{ agent: 'llm:anthropic/x', weight: 1 }],
    });
  });

  it('leaves shell lines as they are', () => {
    const line = 'command:judge=1 2*x {prompt_file}';
    expect(appointmentsOf([line, `0.5*${line}`]).author).toEqual([
      { agent: line, weight: 1 },
      { agent: line, weight: 0.5 },
    ]);
  });

  it.each(['judge=', 'jugde=claude', '2*', '0*claude', ''])('refuses %j', (text) => {
    expect(() => appointmentsOf([text])).toThrow(/--agent/);
  });

  it('writes them as they are read', () => {
    for (const text of ['claude', '2*codex']) {
      const [one] = appointmentsOf([text]).author ?? [];
      expect(one && appointmentText(one)).toBe(text);
    }
  });
});
