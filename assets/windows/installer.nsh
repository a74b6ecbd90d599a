; One shop for the machine: who may sign in works the till, and nobody else reads it.
!macro customInstall
  SetShellVarContext all
  CreateDirectory "$APPDATA\Tillbridge"
  nsExec::ExecToLog 'icacls "$APPDATA\Tillbridge" /inheritance:r /grant *S-1-5-18:(OI)(CI)F /grant *S-1-5-32-544:(OI)(CI)F /grant *S-1-5-32-545:(OI)(CI)M'
!macroend
