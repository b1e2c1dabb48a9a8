import type { RecoveryTexts } from './en.ts'

export const pt: RecoveryTexts = {
  locale: 'pt-BR',
  lostBoth: 'Perdi meu app e meus códigos de backup',
  lostTitle: 'Substituir um app perdido',
  lostLead:
    'Enviaremos um link por e-mail. Depois que você o abrir, começa um tempo de espera. Você poderá configurar um novo app a partir de {date}.',
  lostTold:
    'Todo navegador com sessão ativa mostra a solicitação e pode cancelá-la. Entrar com seu app ou um código de backup também a cancela.',
  lostSend: 'Enviar um link',
  lostSent: 'Verifique seu e-mail. Abra o link ou digite o código aqui.',
  lostByMail: 'Você entrou por e-mail. Para substituir seu app, use outro método de login.',
  lostConfirm:
    'Você poderá configurar um novo app a partir de {date}. Até lá, seus apps e códigos de backup antigos continuam funcionando.',
  proofSubject: 'Confirme que você perdeu seu app',
  proofLead:
    'Alguém entrou na sua conta e informou que o app autenticador e os códigos de backup foram perdidos. Não foi você? Não use o link e altere sua senha.',
  proofButton: 'Continuar',
  proofIgnore: 'Nunca compartilhe o link nem o código.',
  request: 'Solicitar um novo app',
  running:
    'Um novo app autenticador foi solicitado. A partir de {date}, entre para configurá-lo. Seus apps e códigos de backup antigos deixarão de funcionar.',
  askedSubject: 'Um novo app autenticador foi solicitado para sua conta',
  cancel: 'Cancelar a solicitação',
  cancelNone: 'Não há nenhuma solicitação de novo app em andamento.',
  cancelledSubject: 'A solicitação de um novo app autenticador foi cancelada',
  replaceTitle: 'Configurar um novo app',
  replaceLead:
    'Seus apps e códigos de backup antigos deixarão de funcionar, e a sessão será encerrada em todos os navegadores.',
  foundLead:
    'Ainda tem seu app ou um código de backup? Digite um código para entrar. A solicitação será cancelada.',
  foundCode: 'Código de 6 dígitos ou código de backup',
  replacedLead:
    'Seu app foi substituído, e a sessão foi encerrada em todos os navegadores. Entre com seu novo app.',
  signIn: 'Entrar',
  replacedSubject: 'Seu app autenticador e seus códigos de backup foram substituídos',
}
