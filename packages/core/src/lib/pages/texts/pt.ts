import type { Texts } from '../../types/texts.ts'

export const pt: Texts = {
  lang: 'pt',
  direction: 'ltr',
  common: {
    home: 'Ir para a página inicial',
    toSignIn: 'Ir para a página de entrada',
    reference: 'Referência: {ref}',
  },
  signIn: {
    title: 'Entrar',
    to: 'para continuar em {host}',
    continueWith: 'Continuar com {name}',
    or: 'ou',
    email: 'Endereço de e-mail',
    emailExample: 'nome@example.com',
    sendLink: 'Receber um link por e-mail',
    submit: 'Entrar',
    unsupported: 'Entrar com {name} não funciona neste navegador.',
    none: 'Ainda não há nenhuma forma de entrar configurada aqui.',
    code: 'Código: {code}',
    lastUsed: 'Último utilizado',
    showPassword: 'Mostrar a senha',
    passkey: 'Entrar com uma chave de acesso',
    unknown: 'Esta forma de entrar não existe aqui. Escolha outra.',
  },
  fields: {
    username: 'Nome de usuário',
    password: 'Senha',
    code: 'Código',
    oneTimeCode: 'Código de uso único',
    name: 'Nome',
    phone: 'Número de telefone',
  },
  signInErrors: {
    Signin: 'Não foi possível entrar. Tente novamente ou escolha outra forma de entrar.',
    OAuthSignin:
      'Não foi possível começar a entrada com esse serviço. Aguarde um momento e tente novamente, ou escolha outra forma.',
    OAuthCallbackError:
      'O serviço não confirmou a sua entrada. Tente novamente ou escolha outra forma de entrar.',
    OAuthCreateAccount:
      'O serviço confirmou quem você é, mas não foi possível criar uma conta aqui. Tente novamente ou escolha outra forma de entrar.',
    EmailCreateAccount:
      'Não foi possível criar uma conta para este endereço de e-mail. Tente novamente ou use outro endereço.',
    Callback: 'Algo deu errado durante a entrada. Comece novamente a partir desta página.',
    OAuthAccountNotLinked:
      'Já existe uma conta com este endereço de e-mail. Entre da mesma forma que antes, para sabermos que ela é sua.',
    EmailSignin:
      'Não foi possível enviar o e-mail. Verifique se o endereço está correto e tente novamente.',
    CredentialsSignin:
      'Os dados informados não correspondem a nenhuma conta. Verifique-os e tente novamente.',
    SessionRequired: 'Entre para abrir essa página.',
  },
  present: {
    named: 'Você está conectado como {name}.',
    unnamed: 'Você está conectado.',
    other: 'Usar outra conta',
  },
  signInReasons: {
    cancelled: 'Você cancelou a entrada. Pode tentar novamente quando quiser.',
    expired: 'Demorou demais, ou a entrada foi iniciada em outro navegador. Comece de novo.',
    ours: 'Algo não está funcionando do nosso lado; não é culpa sua. Escolha outra forma de entrar ou tente novamente mais tarde.',
    service:
      'O serviço escolhido não está respondendo corretamente no momento. Tente novamente em alguns minutos ou escolha outra forma de entrar.',
    'other-way':
      'Não podemos iniciar a sua sessão desta forma, porque o serviço não nos informou tudo o que é necessário. Escolha outra forma de entrar.',
  },
  signOut: {
    title: 'Sair',
    question: 'Quer sair da sua conta neste navegador?',
    submit: 'Sair',
    stay: 'Continuar na conta',
    nobody: 'Você não está conectado aqui.',
  },
  error: {
    Configuration: {
      title: 'Entrada indisponível',
      message: 'Este site não está configurado corretamente. A culpa não é sua.',
      advice: 'Tente mais tarde. Se continuar assim, avise os responsáveis pelo site.',
    },
    AccessDenied: {
      title: 'Sem acesso',
      message: 'Esta conta não tem permissão para entrar aqui.',
      advice: 'Entre com outra conta ou peça acesso aos responsáveis pelo site.',
    },
    Verification: {
      title: 'Este link já não funciona',
      message: 'Ele expirou, já foi usado ou está incompleto.',
      advice: 'Peça um novo na página de entrada.',
    },
    Default: {
      title: 'Algo deu errado',
      message: 'Não foi possível entrar.',
      advice: 'Comece novamente a partir da página de entrada.',
    },
  },
  verifyRequest: {
    title: 'Veja o seu e-mail',
    sentTo: 'Uma mensagem está a caminho de {address}. Abra o link que está nela para entrar.',
    sent: 'Uma mensagem está a caminho. Abra o link que está nela para entrar.',
    code: 'Código da mensagem',
    codeHint: 'Espaços, traços e letras minúsculas não fazem diferença.',
    submit: 'Entrar',
    wrongCode:
      'Este código não está certo ou já não é válido. Compare-o com a mensagem mais recente.',
    attemptsLeft: 'Tentativas restantes: {count}',
    nothingThere: 'Ainda nada depois de alguns minutos? Veja na pasta de spam.',
    again: 'Tentar novamente ou usar outro endereço',
  },
  confirmLink: {
    title: 'É você?',
    question: 'Você está prestes a entrar como {address}.',
    reason:
      'Não é certo que o link tenha sido pedido neste navegador. Confirme que quer entrar aqui.',
    submit: 'Sim, entrar',
    notMe:
      'Não é o seu endereço, ou não foi você quem pediu? Feche esta página: nada aconteceu ainda.',
  },
  continueSignIn: {
    title: 'Mais uma etapa',
    message: 'Você voltou de {name}. Continue aqui para terminar.',
    submit: 'Continuar',
    notMe: 'Não foi você quem pediu? Feche esta página: nada aconteceu ainda.',
  },
  endSession: {
    title: 'Você saiu daqui',
    message: 'Em {name}, sua sessão continua aberta. Continue para sair de lá também.',
    submit: 'Continuar para {name}',
    stay: 'Continuar conectado lá',
  },
  signedOut: {
    title: 'Nada mudou aqui',
    message: 'Esta saída não foi iniciada neste navegador, ou foi iniciada há mais de dez minutos.',
  },
  devices: {
    title: 'Onde você está conectado',
    lead: 'Saia de onde não precisa mais estar conectado e de navegadores que não reconhece.',
    here: 'Este navegador',
    unknown: 'Navegador desconhecido',
    browserOn: '{browser} em {system}',
    signedIn: 'Entrada: {when}',
    signedInWith: 'Entrada com {name}: {when}',
    lastSeen: 'Última atividade: {when}',
    signOut: 'Sair',
    others: 'Sair de todos os outros dispositivos',
    all: 'Sair de todos os dispositivos',
  },
  account: {
    title: 'As suas formas de entrar',
    lead: 'Remova as que você não usa mais. A última permanece.',
    synced: 'Chave de acesso sincronizada',
    oneDevice: 'Chave de acesso em um dispositivo',
    mail: 'Link por e-mail',
    remove: 'Remover',
    rename: 'Renomear',
    name: 'Nome da chave de acesso',
    save: 'Salvar',
    only: 'Esta é sua única forma de entrar e não pode ser removida.',
  },
  ended: {
    'ended-by-user': 'A sua sessão foi encerrada aqui a partir de outro dispositivo.',
    'signed-out-everywhere':
      'A sua sessão foi encerrada porque foi solicitada a saída de todos os dispositivos.',
    'password-changed': 'A sua sessão foi encerrada porque a senha foi alterada.',
    'email-changed': 'A sua sessão foi encerrada porque o endereço de e-mail foi alterado.',
    'account-unlinked': 'A sua sessão foi encerrada porque uma forma de entrar foi removida.',
    'passkey-removed': 'A sua sessão foi encerrada porque uma chave de acesso foi removida.',
    admin: 'Os responsáveis por este site encerraram a sua sessão.',
    'back-channel': 'A sua sessão foi encerrada porque você saiu do serviço que usa para entrar.',
    'secret-leak': 'Por segurança, todas as sessões foram encerradas. Entre de novo.',
    other: 'A sua sessão terminou. Entre de novo.',
  },
  problem: {
    400: {
      title: 'Não funcionou',
      message:
        'Uma parte do pedido faltava ou não pôde ser lida. Volte, recarregue a página e tente novamente.',
    },
    403: {
      title: 'Pedido recusado',
      message:
        'A página pode ter ficado aberta por muito tempo, ou o pedido veio de outro lugar. Volte, recarregue a página e tente novamente.',
    },
    404: {
      title: 'Página não encontrada',
      message:
        'Não há nada neste endereço. Verifique se ele está correto ou comece pela página inicial.',
    },
    405: {
      title: 'Assim não é possível',
      message: 'Este endereço não pode ser aberto diretamente. Comece pela página inicial.',
    },
    413: {
      title: 'Dados demais',
      message:
        'Foi enviado mais do que se aceita aqui. Encurte o que você escreveu e tente novamente.',
    },
    415: {
      title: 'Formato desconhecido',
      message: 'O que foi enviado não pode ser lido aqui. Volte e use o formulário da página.',
    },
    429: {
      title: 'Tentativas demais',
      message: 'Aguarde alguns minutos e tente novamente.',
    },
    500: {
      title: 'Algo deu errado do nosso lado',
      message: 'Ocorreu um erro inesperado. Tente novamente daqui a pouco.',
    },
    503: {
      title: 'Indisponível no momento',
      message:
        'Não conseguimos acessar uma parte do nosso sistema. Sua sessão não foi encerrada; tente novamente daqui a pouco.',
    },
  },
  mail: {
    subject: 'Entrar em {host}',
    button: 'Entrar',
    link: 'Se o botão não funcionar, copie este endereço para o seu navegador:',
    code: 'Ou digite este código na página em que você pediu para entrar:',
    validity: 'O link e o código funcionam uma única vez, durante {minutes} min.',
    ignore:
      'Se você não pediu esta mensagem, pode ignorá-la. Sem o link ou o código, ninguém entra.',
  },
}
