import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// What a reader copies: a guard in front of an application is never all that protects its data.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

function filesOf(...patterns: readonly string[]): readonly string[] {
  const args = ['ls-files', '-co', '--exclude-standard', ...patterns]
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n')
  return files.filter((file) => file !== '' && existsSync(`${ROOT}/${file}`))
}

const read = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8')

/** A guard in front of everything. */
const GUARD =
  /\bauth as (?:proxy|middleware)\b|\bexport default (?:await )?auth\(|\bnext-auth\/middleware\b|\bwithAuth\(/

/** Asks who is signed in, where the data is. */
const ASKS =
  /\bawait (?:\w+\.)?auth\(|\bauth\((?:async )?\(?\w*|\bgetServerSession\(|\bauth\.session\(|\bauth\.(?:require|principal)\(|\bawait requireRole\(/

/** One example that can be copied. */
interface Sample {
  readonly place: string
  readonly code: string
}

const FENCED = /^[ \t*]*```(?:ts|tsx|js|jsx|mjs)\n([\s\S]*?)^[ \t*]*```/gm

/** The examples of a page, or those in the comments of a source. */
function samplesOf(file: string): readonly Sample[] {
  return [...read(file).matchAll(FENCED)].map(([, code = ''], index) => ({
    place: `${file}, example ${index + 1}`,
    code: code.replaceAll(/^ ?\* ?/gm, ''),
  }))
}

/** Pages, parts of pages and routes that serve data to every request that reaches them. */
const SERVES =
  /^\/\/ (?:src\/)?(?:app|pages)\/(?:[^\n]*\/)?(?:page|route|actions)\.tsx?\b|^\/\/ (?:src\/)?pages\/(?!_)[^\n]*\.tsx?\b/

/** The route of the library itself, what signs in or is healthy, and what runs in the browser. */
const PUBLIC =
  /\bhandlers\b|^\/\/ app\/health\/|'use client'|\b(?:signIn|getProviders)\(|\bhandle\(|\bSessionProvider\b/

const PAGES = filesOf('*.md').filter(
  (file) => !/^(?:\.changeset|decisions|test)\/|CHANGELOG/.test(file),
)
const SOURCES = filesOf(
  'packages/*/src/**/*.ts',
  'frameworks/*/src/**/*.ts',
  'frameworks/*/src/**/*.tsx',
)

describe('Examples in the documentation', () => {
  const documents = [...PAGES, ...SOURCES].map((file) => ({ file, samples: samplesOf(file) }))
  const guarded = documents.filter(({ samples }) => samples.some(({ code }) => GUARD.test(code)))

  it('exist with and without a guard (REL-04)', () => {
    expect(documents.flatMap(({ samples }) => samples).length).toBeGreaterThan(150)
    expect(guarded.length).toBeGreaterThan(1)
  })

  it.each(guarded.map(({ file }) => file))(
    'check the session in the handler, not in middleware alone: %s (REL-04)',
    (file) => {
      const others = samplesOf(file).filter(({ code }) => !GUARD.test(code))
      expect(others.filter(({ code }) => ASKS.test(code))).not.toEqual([])
      // And it says so in words.
      expect(read(file).replaceAll(/\s+/g, ' ')).toMatch(
        /next to the data|where the data is|not the only way/i,
      )
    },
  )

  it('check the session in each page and route, unless it is public (REL-04)', () => {
    const serving = documents.flatMap(({ samples }) =>
      samples.filter(({ code }) => SERVES.test(code)),
    )
    expect(serving.length).toBeGreaterThan(3)
    const open = serving.filter(({ code }) => !ASKS.test(code) && !PUBLIC.test(code))
    expect(open.map(({ place }) => place)).toEqual([])
  })

  it('say in their text that a guard does not replace the check (REL-04)', () => {
    const mentioning = PAGES.filter((file) =>
      /withAuth|auth as (?:proxy|middleware)/.test(read(file)),
    )
    expect(mentioning.length).toBeGreaterThan(2)
    const silent = mentioning.filter((file) => !/\bawait auth\(/.test(read(file)))
    expect(silent).toEqual([])
  })
})

describe('The applications of this repository', () => {
  const guards = filesOf('apps').filter((file) => /\/(?:proxy|middleware)\.\w+$/.test(file))

  it('have a guard (REL-04)', () => {
    expect(guards).not.toEqual([])
  })

  it.each(guards)('check the session in each page behind %s (REL-04)', (guard) => {
    const folder = guard.replace(/[^/]+$/, '')
    const paths = [...read(guard).matchAll(/'\/([\w-]+)\/:path\*'/g)].map(([, path]) => path)
    expect(paths).not.toEqual([])
    const behind = filesOf(
      ...paths.flatMap((path) => [`${folder}app/${path}`, `${folder}pages/${path}`]),
    )
    expect(behind).not.toEqual([])
    expect(behind.filter((file) => !ASKS.test(read(file)))).toEqual([])
  })

  it('check the session in each route and server function that serves a user (REL-04)', () => {
    const served = filesOf('apps').filter((file) =>
      /\/(?:api\/(?!auth\/)|protected\/|account\/)/.test(file),
    )
    expect(served.length).toBeGreaterThan(3)
    expect(served.filter((file) => !ASKS.test(read(file)))).toEqual([])
  })
})
