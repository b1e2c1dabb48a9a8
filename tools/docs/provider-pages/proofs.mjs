import { Failure } from '../../run.mjs'

/** @typedef {import('./read.mjs').Provider} Provider */

/** A row of the table: its word, what it means, and the providers. */
const ROW = /^(\| (service|operator|customer|none) +\|[^|]+\|)[^|]*\|$/gm

/** @type {(providers: readonly Provider[], word: string) => string} */
const listIds = (providers, word) =>
  providers
    .filter(({ behaviour }) => behaviour?.addressProvenBy === word)
    .map(({ module }) => module.id)
    .toSorted()
    .map((id) => `\`${id}\``)
    .join(', ')

/**
 * The page about security, with the table of who proves the addresses of each provider.
 *
 * @type {(providers: readonly Provider[], page: string) => string}
 */
export function renderProofs(providers, page) {
  const rows = page.match(ROW) ?? []
  if (rows.length !== 4)
    throw new Failure('SECURITY.md lacks a row of "Who vouches for an address".')
  return page.replaceAll(
    ROW,
    (/** @type {string} */ _, /** @type {string} */ start, /** @type {string} */ word) =>
      `${start} ${listIds(providers, word)} |`,
  )
}
