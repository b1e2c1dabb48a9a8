import { expect } from 'vitest'
import type { cleanUpAfterEach } from './clean-ups.ts'
import { type Files, makeProject } from './projects.ts'
import { run } from './run.ts'

type CleanUps = ReturnType<typeof cleanUpAfterEach>

interface Remark {
  readonly path: string
  readonly line: number
  readonly reason: string
}

/** Moves an application, and again, which changes nothing. */
export async function moveProject(cleanUps: CleanUps, files: Files) {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  const codemod = () =>
    run(['codemod', 'next-auth', '--until', '2999-06-30', '--json'], { folder: project.folder })
  const first = await codemod()
  expect([first.err, [0, 3].includes(first.code)]).toEqual(['', true])
  const after = await project.all()
  const second = await codemod()
  expect(await project.all()).toEqual(after)
  expect(second.code).toBe(first.code)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the output of the command, whose shape another test checks
  const { left, look } = JSON.parse(first.out) as Readonly<
    Record<'left' | 'look', readonly Remark[]>
  >
  const toLines = (remarks: readonly Remark[]) =>
    remarks.map(({ path, line, reason }) => `${path}:${line} ${reason}`)
  return { code: first.code, files: after, left: toLines(left), look: toLines(look) }
}
