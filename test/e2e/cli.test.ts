import { describeCommands } from './describe-commands';
import { startHere } from './ways';

const product = describeCommands(startHere, { whole: true });

it('a typing mistake in the namespace is told apart from a bug', async () => {
  const ran = await product().run(['status', 'game-1'], { TEMPORAL_NAMESPACE: 'absent' });
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain('There is no Temporal namespace absent. Set TEMPORAL_NAMESPACE');
});

it('the exit code is 9 where no Temporal answers', async () => {
  const ran = await product().run(['list'], { TEMPORAL_ADDRESS: '127.0.0.1:1' });
  expect(ran).toMatchObject({ code: 9, stdout: '' });
  expect(ran.stderr).toContain('127.0.0.1:1');
});
