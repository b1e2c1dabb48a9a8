import type { Source } from './tree.ts'

/** Folders with what was recorded, generated or taken from elsewhere. */
const FOLDER =
  /(?:^|\/)(?:__fixtures__|fixtures|cassettes|recordings|__recordings__|__snapshots__|vendor|vendored|third[-_]?party|generated|__generated__|public|static)\//

const FILE = /\.(?:har|snap|min|gen|generated|fixture)\.[cm]?[jt]sx?$/

const GENERATED = /@generated|\bDO NOT EDIT\b|\bautomatically generated\b/i

/** How much of a file may say that it is generated. */
const HEAD = 400

/** Whether a module tests others. */
export const isTest = (path: string): boolean =>
  /\.(?:test|spec|cy)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|__mocks__|tests?|e2e|cypress|playwright)\//.test(
    path,
  )

/** Whether a module was written by a person for this application: what others have is not reported. */
export const isReported = ({ path, text }: Source): boolean =>
  !FOLDER.test(path) && !FILE.test(path) && !GENERATED.test(text.slice(0, HEAD))
