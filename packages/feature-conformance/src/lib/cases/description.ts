import assert from 'node:assert/strict'
import type { AnyFeature } from '@latchstring/core/features'
import type { AnyOptions } from '../options.ts'
import { createWorld } from '../world/world.ts'
import type { Case } from './case.ts'

const LANGUAGES: readonly string[] = [
  'ar',
  'cs',
  'de',
  'en',
  'es',
  'fr',
  'he',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'sv',
  'tr',
  'uk',
  'vi',
  'zh-Hans',
  'zh-Hant',
]

/** The description without its functions. */
const asData = (feature: AnyFeature): string =>
  JSON.stringify(feature, (_, value: unknown) =>
    typeof value === 'function' ? 'a function' : value,
  )

const valuesIn = (text: string): string => (text.match(/\{\w+\}/g) ?? []).toSorted().join()

async function checkLanguage(feature: AnyFeature, language: string): Promise<void> {
  const { name, texts = {}, translate } = feature
  const own = await translate?.(language)
  if (own === undefined) return
  for (const [word, text] of Object.entries(texts)) {
    const translated: string | undefined = own[word]
    assert.ok(
      translated !== undefined && translated !== '',
      `The text "${word}" of the feature "${name}" is missing in ${language}.`,
    )
    assert.equal(
      valuesIn(translated),
      valuesIn(text),
      `The text "${word}" in ${language} has other values in braces.`,
    )
  }
  const more = Object.keys(own).find((word) => !Object.hasOwn(texts, word))
  assert.equal(more, undefined, `"${more}" in ${language} is none of the texts of the feature.`)
}

function checkOwners({ tables = [] }: AnyFeature): void {
  for (const { name, fields, owner } of tables) {
    const personal = Object.entries(fields).find(([, field]) => field.personal === true)?.[0]
    assert.ok(
      personal === undefined || owner !== undefined,
      `"${personal}" of the table "${name}" is about a person, and the table has no owner: its rows stay when the user is deleted.`,
    )
  }
}

/** Tests of the description alone. */
export const descriptionCases = (options: AnyOptions): readonly Case[] => [
  {
    name: 'is accepted by the library',
    async run() {
      const { openBrowser, said } = createWorld(options, 'database')
      const answer = await openBrowser().get('/auth/session', { accept: 'application/json' })
      assert.equal(answer.status, 200, said.failures.join('; '))
    },
  },
  {
    name: 'is the same each time it is made',
    run: async () => assert.equal(asData(options.feature()), asData(options.feature())),
  },
  {
    name: 'has every text in each of its languages',
    async run() {
      const feature = options.feature()
      for (const language of [...LANGUAGES, ...(options.languages ?? [])]) {
        await checkLanguage(feature, language)
      }
    },
  },
  {
    name: 'has an owner where fields are about a person',
    run: async () => checkOwners(options.feature()),
  },
]
