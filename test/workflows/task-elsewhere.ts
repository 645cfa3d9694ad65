/** A task that no release made, as an application or another tool would make it. */
import { randomUUID } from 'node:crypto';
import { Secret } from '../../src/http/secret';
import { LocalizationClient } from '../../src/localization/localization-client';
import { until } from '../support/until';
import type { ReleaseRig } from './release-rig';

/** Somebody else with the credentials of the project. */
export async function atService<Result>(
  rig: ReleaseRig,
  act: (client: LocalizationClient) => Promise<Result>,
): Promise<Result> {
  const { LOCALIZATION_APP_KEY: appKey = '', LOCALIZATION_APP_SECRET: appSecret = '' } = rig.env();
  const client = new LocalizationClient({
    baseUrl: rig.sandbox.url,
    appKey,
    appSecret: new Secret(appSecret),
  });
  try {
    return await act(client);
  } finally {
    await client.close();
  }
}

export function translatedTask(rig: ReleaseRig): Promise<string> {
  return atService(rig, async (client) => {
    const { data } = await client.createTask({
      client_task_id: randomUUID(),
      name: 'made elsewhere',
      target_languages: ['ja'],
      scan_terms: false,
      strings: [{ string_id: 'greeting', content: 'Hello, Elder Mira!' }],
    });
    await until('the task is translated', async () => {
      return (await client.taskStatus({ task_id: data.task_id })).data.is_completed;
    });
    return data.task_id;
  });
}
