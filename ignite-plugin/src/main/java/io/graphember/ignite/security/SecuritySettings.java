// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.spi.security.Operation;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Users and what they may do: the file that {@code securityFile} in {@code GraphemberConfiguration}
 * names. Immutable.
 *
 * <pre>
 * users:
 *   ann: {password: "pbkdf2-sha256:210000:...:...", roles: [analyst]}
 *   etl.example.com: {roles: [loader]}
 * anonymous: []
 * roles:
 *   analyst: {may: [read-graph, submit, cancel, read-results, read-model], names: ["shop-*"]}
 *   loader: {may: [read-graph, write-graph, drop], limits: {maxJobsPerUser: 4}}
 * </pre>
 *
 * @param users users by login
 * @param anonymous roles of callers that have not logged in
 * @param roles roles by name
 */
record SecuritySettings(
    @Setting(
            value = "Users by login, or by the common name of their certificate.",
            byDefault = "{}")
        @NotNull
        Map<String, User> users,
    @Setting(value = "Roles of callers that have not logged in.", byDefault = "[]") @NotNull
        List<String> anonymous,
    @Setting(value = "Roles by name.", byDefault = "{}") @NotNull Map<String, Role> roles)
    implements CrossChecked {
  /**
   * A user.
   *
   * @param password what {@link PasswordHash} makes of the password; null for a user of another
   *     authentication or with a certificate
   * @param roles names of roles
   */
  record User(
      @Setting(
              value =
                  "Hash of the password, as graphember hash-password prints it; absent for users of Ignite's authentication and of certificates.",
              optional = true)
          String password,
      @Setting(value = "Names of roles.", byDefault = "[]") @NotNull List<String> roles) {}

  /**
   * A role.
   *
   * @param may what it permits
   * @param names patterns of graphs, or of jobs as {@code GRAPH/JOB}, that it permits this on
   * @param limits what its users may have at once, instead of what the nodes' configuration says
   */
  record Role(
      @Setting("What it permits.") @NotNull List<Operation> may,
      @Setting(
              value = "Graphs, or jobs as GRAPH/JOB, that it permits this on; * is any text.",
              byDefault = "[\"*\"]")
          @NotNull
          List<String> names,
      @Setting(
              value =
                  "What its users may have at once; the most generous role of a user counts, then the node configuration.",
              byDefault = "{}")
          @NotNull
          RoleLimits limits) {}

  /** The roles of a user; empty of one who is not in the file. */
  List<Role> rolesOf(Optional<String> user) {
    List<String> names =
        user.map(login -> users.containsKey(login) ? users.get(login).roles() : List.<String>of())
            .orElse(anonymous);
    return names.stream().map(roles::get).toList(); // checked: each is there
  }

  @Override
  public void check(Complaints complaints) {
    users.forEach(
        (login, user) -> checkRoles("users." + login + ".roles", user.roles(), complaints));
    checkRoles("anonymous", anonymous, complaints);
    roles.forEach(
        (name, role) -> {
          for (String pattern : role.names()) {
            if (!NamePattern.valid(pattern)) {
              complaints.add(
                  "roles." + name + ".names",
                  "must be GRAPH or GRAPH/JOB of letters, digits, '.', '-', '_' and '*', not '%s'"
                      .formatted(pattern));
            }
          }
        });
  }

  private void checkRoles(String setting, List<String> named, Complaints complaints) {
    for (String role : named) {
      if (!roles.containsKey(role)) {
        complaints.add(
            setting,
            "names role %s, but the roles are %s"
                .formatted(role, String.join(", ", roles.keySet())));
      }
    }
  }
}
