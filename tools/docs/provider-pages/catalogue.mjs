import { findKind, isRedirect, searchWords } from './kinds.mjs'
import { hasConsole, worksBare } from './page.mjs'

/** @typedef {import('./read.mjs').Provider} Provider */

/** @type {(provider: Provider) => object} a row of `latchstring providers`, which `latchstring add` writes from */
function row(provider) {
  const { file, module, factory, doc, registration } = provider
  const { id, name, type, requires, deprecated } = module
  return {
    id,
    name,
    kind: findKind(provider),
    type,
    module: file,
    factory,
    variables: doc.variables,
    ...(requires && { requires }),
    ...(registration && {
      ...(hasConsole(provider) && { console: registration.console }),
      steps: registration.steps,
      ...(registration.development && { development: registration.development }),
    }),
    ...(isRedirect(provider) && { redirect: true }),
    // Where the environment is not enough, the example says what has to be in the code.
    ...(!worksBare(provider) && { example: doc.example }),
    words: [...searchWords(provider), ...(registration?.searchTerms ?? [])],
    ...(deprecated !== undefined && { deprecated }),
  }
}

/**
 * What the command line knows of the providers.
 *
 * @param {readonly Provider[]} providers
 * @returns {string} JSON
 */
export const renderCatalogue = (providers) =>
  `${JSON.stringify(providers.map(row), undefined, 2)}\n`
