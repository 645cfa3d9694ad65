import { ReleaseRig } from './release-rig';
describe('scratch', () => {
  for (let i = 0; i < 4; i++)
    it('run ' + i, async () => {
      const t0 = Date.now();
      const rig = await ReleaseRig.start({ skipTime: true, callbacks: false });
      const t1 = Date.now();
      for (let j = 0; j < 3; j++) {
        const t1 = Date.now();
      const handle = await rig.release({ terms: { scan: false } });
      const record = await handle.result();
      const t2 = Date.now();
      console.log(record.state, record.problem, t1 - t0, t2 - t1, (await handle.fetchHistory()).events?.length);
      }
      const t2 = Date.now();
      await rig.close();
      console.log('close', Date.now() - t2);
    });
});
