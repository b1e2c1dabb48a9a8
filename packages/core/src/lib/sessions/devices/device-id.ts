import type { ResolvedConfig } from '../../config/resolved-config.ts'

/** 128 bits. */
const LENGTH = 22

/** The public id of a device: a keyed hash, which leads neither to the session nor to the hash of its token. */
export async function deviceId({ macs }: ResolvedConfig, sessionId: string): Promise<string> {
  return (await macs.sign('device-id', sessionId)).slice(0, LENGTH)
}

/** Whether the id belongs to the device, with any secret of the configuration. */
export async function isDevice(
  { macs }: ResolvedConfig,
  sessionId: string,
  id: string,
): Promise<boolean> {
  const names = await macs.all('device-id', sessionId)
  return names.some((name) => name.slice(0, LENGTH) === id)
}
