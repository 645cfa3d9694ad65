/** What somebody who knows the service would have put under `assumptions` in the configuration file. */
import { assumptions } from '../../src/assumptions/catalogue';
import { usualReadings, type AssumptionId, type Readings } from '../../src/sandbox/readings/catalogue';

/** As the sandbox has it where its fields are renamed. */
const renamedFields = { strings: 'items', client_task_id: 'external_id' };

export function settingsFor(readings: Partial<Readings>): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const { id, setting } of assumptions) {
    const reading: string | undefined = readings[id as AssumptionId];
    if (reading === undefined || setting === null || reading === usualReadings[id as AssumptionId]) continue;
    if (setting.kind === 'names') settings[id] = renamedFields;
    else if (setting.values.includes(reading)) settings[id] = reading;
  }
  return settings;
}
