/** The English texts of the built-in pages, by which tests find buttons and notices. */
export { en as texts } from '../../../packages/core/src/lib/pages/texts/en.ts'
