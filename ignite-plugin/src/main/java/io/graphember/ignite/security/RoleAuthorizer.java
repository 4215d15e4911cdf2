// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.spi.security.Action;
import io.graphember.spi.security.Authorizer;
import io.graphember.spi.security.Caller;
import io.graphember.spi.security.Target;

/** Permits what the roles of a user permit. Safe for use by several threads. */
final class RoleAuthorizer implements Authorizer {
  private final SecurityFile file;

  RoleAuthorizer(SecurityFile file) {
    this.file = file;
  }

  @Override
  public boolean permits(Caller caller, Action operation, Target target) {
    return file.settings().rolesOf(caller.user()).stream()
        .filter(role -> role.may().contains(operation))
        .anyMatch(
            role -> role.names().stream().anyMatch(name -> new NamePattern(name).matches(target)));
  }
}
