// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.limit.UserBounds;
import io.graphember.jobs.limit.UserLimits;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.security.Authorizer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteLogger;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.internal.IgniteEx;
import org.apache.ignite.internal.processors.security.GridSecurityProcessor;

/** What a node's configuration says of security, made into parts before the node starts. */
public final class NodeSecurity {
  private final Optional<SecurityFile> file;
  private final Authorizer authorizer;
  private final boolean guardsCaches;

  private NodeSecurity(Optional<SecurityFile> file, Authorizer authorizer, boolean guardsCaches) {
    this.file = file;
    this.authorizer = authorizer;
    this.guardsCaches = guardsCaches;
  }

  /**
   * The security of a node.
   *
   * @param log hears of changes of the file that cannot be read
   * @throws GraphemberException with all that is wrong with the file
   */
  public static NodeSecurity of(
      GraphemberConfiguration configuration, IgniteConfiguration ignite, IgniteLogger log) {
    Optional<SecurityFile> file =
        Optional.ofNullable(configuration.getSecurityFile())
            .map(path -> new SecurityFile(Path.of(path), log::error));
    Authorizer authorizer =
        Optional.ofNullable(configuration.getAuthorizer())
            .orElseGet(() -> file.<Authorizer>map(RoleAuthorizer::new).orElse(Authorizer.OPEN));
    // Ignite takes one security, and refuses a plugin's beside its own.
    final boolean guards =
        configuration.isGuardCaches() && file.isPresent() && !ignite.isAuthenticationEnabled();
    return new NodeSecurity(file, authorizer, guards);
  }

  /**
   * What the roles of a file permit, for an authorizer of one's own that asks them first.
   *
   * @param errors hears why a change of the file has no effect
   * @throws GraphemberException with all that is wrong with the file
   */
  public static Authorizer roles(Path file, Consumer<String> errors) {
    return new RoleAuthorizer(new SecurityFile(file, errors));
  }

  /** A component of Ignite's of some type, if it is ours: security may be. */
  public <T> Optional<T> component(Ignite ignite, Class<T> type) {
    return guardsCaches && type == GridSecurityProcessor.class
        ? Optional.of(
            type.cast(
                new CacheGuard(
                    ((IgniteEx) ignite).context(), new Users(file.orElseThrow()), authorizer)))
        : Optional.empty();
  }

  /** What callers of the node's service may do. */
  public Permissions permissions(Ignite ignite) {
    return new Permissions(ignite, authorizer);
  }

  /**
   * What users may have at once: what their roles say, otherwise the defaults.
   *
   * @param defaults of users of whose roles none says anything
   */
  public UserBounds bounds(UserLimits defaults) {
    return file.<UserBounds>map(read -> user -> RoleLimits.of(user, read.settings()).over(defaults))
        .orElse(user -> defaults);
  }

  /** One line for the report of a node that has started. */
  public String report() {
    if (authorizer == Authorizer.OPEN) {
      return "every client may load, train, read and drop everything: securityFile in GraphemberConfiguration names who may do what";
    }
    return guardsCaches
        ? "clients may do what their roles permit, and cannot touch our caches"
        : "clients of the service may do what their roles permit; our caches are as open as Ignite's own security leaves them";
  }
}
