export { default } from '@latchstring/core/providers/supabase'
export type * from '@latchstring/core/providers/supabase'
