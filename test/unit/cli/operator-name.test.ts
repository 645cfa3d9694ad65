import { operatorName } from '../../../src/cli/terminal/speaker';

it.each(['olga\nDecision saved', 'olga\u001b[2J', '\u202eaglo', ' olga', ''])(
  '%j is no name to act under',
  (name) => {
    expect(() => operatorName(name)).toThrow('--as must be a name on one line');
  },
);

it.each(['olga', 'Ольга Иванова', 'release-bot@ci', '小林'])('%j is one', (name) => {
  expect(operatorName(name)).toBe(name);
});
