/** The English texts of pages and mails, by which tests find buttons and notices. */
export { en as texts } from '../../../packages/core/src/lib/pages/texts/en.ts'
export { accountTexts } from '../../../packages/core/src/lib/pages/account-texts.ts'
