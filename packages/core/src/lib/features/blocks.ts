import { isObject } from '../kit/json.ts'
import type { FeatureBlock, FormField } from '../types/feature-page.ts'
import type { AnyFeature, FeatureAction } from '../types/feature.ts'

/** What a link to the sign-in page names. */
export const SIGN_IN = 'signin'

type Fault = string | undefined
type Given = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNone = (value: unknown): boolean => value === undefined || isText(value)
const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne)

const firstFault = <T>(values: readonly T[], find: (value: T) => Fault): Fault => {
  for (const value of values) {
    const fault = find(value)
    if (fault !== undefined) return fault
  }
  return undefined
}

const TYPES: Readonly<Record<NonNullable<FormField['type']>, true>> = {
  text: true,
  code: true,
  'mail-code': true,
  email: true,
  username: true,
  password: true,
  'new-password': true,
  checkbox: true,
}

const hasType = (type: unknown): boolean =>
  type === undefined || (isText(type) && Object.hasOwn(TYPES, type))

const isQrRow = (row: unknown): boolean => isListOf(row, (one) => typeof one === 'boolean')

/** An action of the feature itself, of one kind. */
export function ownAction(
  { actions = {} }: AnyFeature,
  word: unknown,
  kind: FeatureAction['kind'],
): FeatureAction | undefined {
  const action = isText(word) && Object.hasOwn(actions, word) ? actions[word] : undefined
  return action?.kind === kind ? action : undefined
}

const nameOf = (field: unknown): string | undefined =>
  isObject(field) && isText(field['name']) ? field['name'] : undefined

function findFaultyField(field: unknown): Fault {
  const { name, label, type, value, hint }: Given = isObject(field) ? field : {}
  if (!isText(name) || !isText(label)) return 'has a field without name or label'
  if (!hasType(type)) return `has the field "${name}" of no type that there is`
  return isTextOrNone(value) && isTextOrNone(hint)
    ? undefined
    : `has the field "${name}" whose value or hint is no text`
}

const areTexts = (values: unknown): values is Given =>
  isObject(values) && Object.values(values).every(isText)

function findFaultyForm(feature: AnyFeature, form: unknown): Fault {
  const {
    action: word,
    fields = [],
    hidden = {},
    submit,
    username,
  }: Given = isObject(form) ? form : {}
  const action = ownAction(feature, word, 'change')
  if (!action) return 'has a form that leads to no change of the feature'
  if (!isText(submit)) return 'has a form without the label of its button'
  if (!isTextOrNone(username)) return 'has a form whose username is no text'
  if (!Array.isArray(fields)) return 'has a form whose fields are no list'
  if (!areTexts(hidden)) return 'has a form whose hidden inputs are no texts'
  const { inputs = {} } = action
  const names = [...fields.map((field: unknown) => nameOf(field)), ...Object.keys(hidden)]
  const other = names.find((name) => name !== undefined && !Object.hasOwn(inputs, name))
  const fault = firstFault<unknown>(fields, findFaultyField)
  if (fault !== undefined || other === undefined) return fault
  return `has a form with "${other}", which its action does not take`
}

function findFaultyItem(feature: AnyFeature, item: unknown): Fault {
  const { title, text, forms = [] }: Given = isObject(item) ? item : {}
  if (!isText(title) || !isTextOrNone(text) || !Array.isArray(forms)) {
    return 'has a list with an entry that is none'
  }
  return firstFault<unknown>(forms, (form) => findFaultyForm(feature, form))
}

const shaped = (isRight: boolean, kind: string): Fault =>
  isRight ? undefined : `has a block "${kind}" of another form`

/** What is wrong with a block of each kind. */
const FAULTS: Readonly<Record<FeatureBlock['kind'], (feature: AnyFeature, block: Given) => Fault>> =
  {
    heading: (_, { text }) => shaped(isText(text), 'heading'),
    text: (_, { text }) => shaped(isText(text), 'text'),
    code: (_, { text }) => shaped(isText(text), 'code'),
    codes: (_, { codes }) => shaped(isListOf(codes, isText), 'codes'),
    qr: (_, { rows, text, label }) =>
      shaped(isListOf(rows, isQrRow) && isText(text) && isTextOrNone(label), 'qr'),
    link: (feature, { page, label }) =>
      ownAction(feature, page, 'page') || page === SIGN_IN
        ? shaped(isText(label), 'link')
        : 'has a link that leads to no page of the feature',
    list: (feature, { items }) =>
      Array.isArray(items)
        ? firstFault<unknown>(items, (item) => findFaultyItem(feature, item))
        : shaped(false, 'list'),
    form: findFaultyForm,
  }

const isKind = (kind: unknown): kind is FeatureBlock['kind'] =>
  isText(kind) && Object.hasOwn(FAULTS, kind)

/**
 * The first thing that is wrong with the blocks of a page or of a part of the account page, where no type has been checked. Forms and links
 * lead to the feature itself.
 */
export function findFaultyBlocks(feature: AnyFeature, blocks: unknown): Fault {
  if (!Array.isArray(blocks)) return 'has blocks that are no list'
  return firstFault<unknown>(blocks, (block) => {
    const given: Given = isObject(block) ? block : {}
    const { kind } = given
    return isKind(kind) ? FAULTS[kind](feature, given) : 'has a block of no kind that there is'
  })
}
