import { readEnvFiles } from './env-file.ts'
import { findFramework } from './framework.ts'
import type { ProcessEnvironment } from './terminal.ts'

/**
 * The variables of the application: those of its files as well, which are set in this process, since its configuration may read them
 * there while it is loaded.
 */
export async function loadVariables(
  folder: string,
  env: ProcessEnvironment['env'],
): Promise<Record<string, string | undefined>> {
  const framework = await findFramework(folder, env)
  const files = await readEnvFiles(folder, framework?.env ?? 'local', env)
  const found = Object.fromEntries([...files].map(([name, { value }]) => [name, value]))
  for (const [name, value] of Object.entries(found)) process.env[name] ??= value
  return { ...found, ...env }
}
