import type { Moved } from './move.ts'
import type { ImportWork } from './work.ts'
import { type Counted, DROPPED, type Left, LOSSES, type Part, PARTS } from './tally.ts'
import type { Paint } from '../terminal.ts'

/** How an import is run. */
export type Mode = 'plan' | 'apply' | 'check'

const number = (count: number): string => count.toLocaleString('en')

const NEW: Readonly<Record<Mode, string>> = {
  plan: 'to move',
  apply: 'to move',
  check: 'missing',
}

function countsText({ new: left, moved, there }: Counted, mode: Mode): string {
  const counts = [
    [moved, 'moved'],
    [left, NEW[mode]],
    [there, 'there already'],
  ] as const
  const shown = counts.filter(([count]) => count > 0)
  return shown.length === 0
    ? 'none'
    : shown.map(([count, word]) => `${number(count)} ${word}`).join(', ')
}

const lefts = <Reason extends string>(
  left: Readonly<Partial<Record<Reason, Left>>>,
  sentences: Readonly<Record<Reason, string>>,
): readonly (readonly [string, Left])[] =>
  // Its keys are those of the sentences.
  (Object.entries(left) as [Reason, Left][]).map(([reason, rows]) => [sentences[reason], rows])

function partText(part: Part, counted: Counted, mode: Mode, paint: Paint): readonly string[] {
  const losses = lefts(counted.left, LOSSES).map(([why, { count, rows }]) => {
    const more = count > rows.length && part !== 'backup codes' ? ', …' : ''
    return `    ${paint('red', `${number(count)} left behind`)}: ${why}. Rows: ${rows.join(', ')}${more}`
  })
  const dropped = lefts(counted.dropped, DROPPED).map(
    ([why, { count }]) => `    ${number(count)} not needed: ${why}`,
  )
  return [`  ${paint('bold', part)}: ${countsText(counted, mode)}`, ...losses, ...dropped]
}

/** What holds for the import as a whole. */
function notesOf(moved: Moved, { providers, features }: ImportWork): readonly string[] {
  const { notes, unproven, unknownProviders, columns, tally } = moved
  const { left: _, ...passkeys } = tally.of('passkeys')
  const hasPasskeys = passkeys.new + passkeys.moved + passkeys.there > 0
  const factors = tally.of('factors')
  const hasFactors = factors.new + factors.moved + factors.there > 0
  const lines: readonly (readonly [boolean, string])[] = [
    [
      unknownProviders.size > 0,
      `Providers whose accounts stay behind: ${[...unknownProviders].join(', ')}.`,
    ],
    [
      notes.tokens > 0,
      `Tokens of ${number(notes.tokens)} accounts for the services of their providers are not moved: an application that calls these services asks its users again.`,
    ],
    [
      columns.size > 0,
      `Columns of users that have no place here, and stay in the table of better-auth: ${[...columns].toSorted().join(', ')}.`,
    ],
    [
      unproven.size > 0,
      `${number(unproven.size)} users have an address that is not proven. The person who proves such an address gets the user, without what was linked before.`,
    ],
    [
      hasPasskeys,
      'Passkeys go on at the same domain alone (relying party id).' +
        (providers.passkeys?.checkUserHandle === false
          ? ''
          : ' Set checkUserHandle: false on the provider of passkeys, as those of better-auth name users otherwise.'),
    ],
    [notes.passkeyNames > 0, `The names of ${number(notes.passkeyNames)} passkeys are not moved.`],
    [
      hasFactors,
      'Apps for codes are taken to have 6 digits and 30 seconds, as is the default of better-auth. Browsers that were trusted are asked for a code once more.',
    ],
    [
      features.passwords === undefined || features.factors === undefined,
      `The configuration has ${features.passwords ? '' : 'no feature passwords'}${features.passwords || features.factors ? '' : ' and '}${features.factors ? '' : 'no feature factors'}.`,
    ],
  ]
  return lines.filter(([holds]) => holds).map(([, line]) => line)
}

/** What an import has found or done, for people. */
export function importText(moved: Moved, work: ImportWork, mode: Mode, paint: Paint): string {
  const parts = PARTS.flatMap((part) => partText(part, moved.tally.of(part), mode, paint))
  const notes = notesOf(moved, work).map((line) => `  - ${line}`)
  return `${[...parts, ...(notes.length === 0 ? [] : ['', 'To know:', ...notes])].join('\n')}\n`
}

/** The same for programs. */
export function importJson(moved: Moved, work: ImportWork): object {
  const parts = Object.fromEntries(PARTS.map((part) => [part, moved.tally.of(part)]))
  return { parts, notes: notesOf(moved, work) }
}
