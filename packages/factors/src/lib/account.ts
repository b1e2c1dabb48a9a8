import type { FeatureBlock, PageContext } from '@latchstring/core/features'
import { appsOf, MOST_APPS } from './apps.ts'
import { countCodes } from './codes.ts'
import { userOf } from './person.ts'

/** As few codes that new ones are advised. */
const FEW = 3

/** The part of the account page. */
export async function showAccount(context: PageContext): Promise<readonly FeatureBlock[]> {
  const { text } = context
  const { id } = userOf(context)
  const apps = await appsOf(context, id)
  if (apps.length === 0) {
    return [
      { kind: 'heading', text: text('title') },
      { kind: 'text', text: text('off') },
      { kind: 'link', page: 'set-up', label: text('turnOn') },
    ]
  }
  const count = await countCodes(context, id)
  const more: readonly FeatureBlock[] =
    apps.length < MOST_APPS ? [{ kind: 'link', page: 'set-up', label: text('addApp') }] : []
  return [
    { kind: 'heading', text: text('title') },
    {
      kind: 'list',
      items: [
        ...apps.map((app) => ({
          title: app.label,
          forms: [
            {
              kind: 'form',
              action: 'remove',
              hidden: { id: app.id },
              submit: text('remove'),
            } as const,
          ],
        })),
        {
          title: text('codesLeft', { count }),
          ...(count <= FEW && { text: text('codesLow') }),
        },
      ],
    },
    ...more,
    { kind: 'link', page: 'names', label: text('rename') },
    { kind: 'link', page: 'codes', label: text('codesRenew') },
  ]
}
