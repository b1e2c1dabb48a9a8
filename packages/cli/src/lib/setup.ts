import type { Framework } from './framework.ts'
import type { Project } from './project.ts'
import type { ProviderEntry } from './provider-catalogue.ts'

/** A file to make. */
export interface NewFile {
  readonly path: string
  readonly text: string
}

/** Something that a file needs which belongs to the application. */
export interface ByHand {
  readonly file: string
  /** Where it may be; it is done once one of them has the sign. */
  readonly candidates: readonly string[]
  readonly sign: string
  /** What it is about, as a sentence. */
  readonly what: string
  readonly text: string
  /** Writes it into the text of a file, where that is understood. */
  readonly edit?: (text: string, path: string) => string | undefined
}

/** What sign-in takes in a framework. */
export interface Setup {
  readonly files: readonly NewFile[]
  readonly byHand: readonly ByHand[]
}

/** The folder of sources. */
export type Source = '' | 'src/'

/** What the files of an application depend on. */
export interface Layout {
  readonly project: Project
  /** `src/` where the application keeps its sources there, or nothing. */
  readonly source: Source
  readonly provider: ProviderEntry
  readonly framework: Framework
}

/** The end of the names of files that are made. */
export const fileEnding = ({ project, framework }: Layout): string => {
  if (project.typescript) return 'ts'
  // A program of Node.js without "type": "module" takes `.js` for CommonJS.
  return framework.bundled || project.type === 'module' ? 'js' : 'mjs'
}
