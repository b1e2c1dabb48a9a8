import { VERSION } from '@sveltejs/kit'
import { developmentEnv, processEnv } from '@latchstring/core/framework'
import type { Env } from '@latchstring/core/types'

/** The first version in which an application declares its variables, and nothing else can be read. */
const DECLARED = 3

/**
 * The private variables of SvelteKit 2: `vite dev` reads `.env` into them alone, and adapters those of their platform. There are none outside
 * of Vite, as where a test imports the package.
 */
async function readPrivate(): Promise<Env> {
  if (Number.parseInt(VERSION, 10) >= DECLARED) return {}
  try {
    const { env } = await import('$env/dynamic/private')
    return env
  } catch {
    return {}
  }
}

/** The variables of the application, with a generated secret for a development server that has none. */
export async function readVariables(): Promise<Env> {
  return developmentEnv({ ...processEnv(), ...(await readPrivate()) })
}
