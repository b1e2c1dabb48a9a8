import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'pt-BR',
  data: 'Baixar meus dados',
  dataLead:
    'Um arquivo com o que guardamos sobre você: sua conta, seus métodos de login e onde você fez login.',
  download: 'Baixar',
  delete: 'Excluir minha conta',
  deleteLead:
    'Isso exclui sua conta, seus métodos de login e o que guardamos sobre você. Todas as suas sessões serão encerradas.',
  until:
    'Você pode mudar de ideia até {date}: faça login e mantenha sua conta. Depois disso, não será possível desfazer.',
  atOnce: 'Acontece imediatamente e não pode ser desfeito.',
  sure: 'Quero excluir minha conta',
  unsure: 'Marque a caixa para excluir sua conta.',
  leaving: 'Sua conta será excluída em {date}',
  signedOut:
    'Todas as suas sessões foram encerradas. Para manter sua conta, faça login antes de {date}.',
  deleted: 'Sua conta foi excluída.',
  keep: 'Manter minha conta',
  kept: 'Manter sua conta?',
  leave: 'Não manter',
  unchanged: 'Nada mudou',
  unchangedText: 'Sua conta será excluída. Para mantê-la, faça login novamente.',
  begun: 'Esta conta está sendo excluída.',
  notNow: 'Sua conta não pode ser excluída agora. {why}',
}
