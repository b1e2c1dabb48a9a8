import { readdirSync } from 'node:fs'
import type { ProviderCase } from './case.ts'

const FOLDER = new URL('../cases/', import.meta.url)

/** A file of a case, and what came of loading it. */
export interface LoadedCase {
  /** Name of the file, which is the id of the provider. */
  readonly id: string
  readonly subject?: ProviderCase
  readonly problem?: unknown
}

async function load(id: string): Promise<LoadedCase> {
  try {
    // The types of the cases are checked with those of all tests.
    const module = (await import(`../cases/${id}.ts`)) as Readonly<Record<string, ProviderCase>>
    const [subject, ...more] = Object.values(module)
    if (more.length > 0) throw new Error(`cases/${id}.ts exports more than one case.`)
    if (!subject) throw new Error(`cases/${id}.ts exports no case.`)
    return { id, subject }
  } catch (problem) {
    return { id, problem }
  }
}

/** All cases, by id. One that cannot be loaded takes no other with it. */
export async function loadCases(): Promise<readonly LoadedCase[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))
  return Promise.all(files.toSorted().map((name) => load(name.replace(/\.ts$/, ''))))
}
