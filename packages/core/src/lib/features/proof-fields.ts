import type { FeatureBlock, FormBlock, ListItem } from '../types/feature-page.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { Texts } from '../types/texts.ts'
import { ownAction } from './blocks.ts'

/** The link of a proof that a page was opened by, and its purpose. */
export interface PageProof {
  readonly purpose: string
  readonly token: string
}

/** Whether a form takes a proof, and of which purpose. */
function purposeOf(feature: AnyFeature, { action: word }: Pick<FormBlock, 'action'>) {
  const action = ownAction(feature, word, 'change')
  return action && action.kind !== 'machine' && action.session === 'proof'
    ? action.proof
    : undefined
}

/**
 * Puts into each form that takes a proof the link that the page was opened by, or a field for the code of a mail.
 *
 * @param proof - of the page, if there is one
 */
export function withProofFields(
  feature: AnyFeature,
  blocks: readonly FeatureBlock[],
  proof: PageProof | undefined,
  { verifyRequest }: Pick<Texts, 'verifyRequest'>,
): readonly FeatureBlock[] {
  const hidden = <Form extends Pick<FormBlock, 'action' | 'hidden'>>(form: Form): Form => {
    const purpose = purposeOf(feature, form)
    return purpose !== undefined && proof?.purpose === purpose
      ? { ...form, hidden: { ...form.hidden, proof: proof.token } }
      : form
  }
  const toForm = (form: FormBlock): FormBlock => {
    const purpose = purposeOf(feature, form)
    if (purpose === undefined || proof?.purpose === purpose) return hidden(form)
    const { code: label, codeHint: hint } = verifyRequest
    const field = { name: 'code', type: 'mail-code', label, hint } as const
    return { ...form, fields: [field, ...(form.fields ?? [])] }
  }
  const toItem = (item: ListItem): ListItem =>
    item.forms ? { ...item, forms: item.forms.map(hidden) } : item
  return blocks.map((block) => {
    if (block.kind === 'form') return toForm(block)
    return block.kind === 'list' ? { ...block, items: block.items.map(toItem) } : block
  })
}
