// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.entry;

import java.util.Optional;

/**
 * Who has made what: entries {@code owner/GRAPH} and {@code owner/GRAPH/JOB} with a user's name.
 * Where Ignite knows no users there are none. Safe for use by several threads and nodes.
 */
public final class Ownership {
  private static final String OWNER = "owner/";

  private final CatalogEntries entries;

  /** Owners in a catalog. */
  public Ownership(CatalogEntries entries) {
    this.entries = entries;
  }

  /** Path of the owner of a graph. */
  public static String path(String graph) {
    return OWNER + graph;
  }

  /** Path of the owner of what a job leaves. */
  public static String path(String graph, String job) {
    return OWNER + graph + "/" + job;
  }

  /** Who has loaded a graph. */
  public Optional<String> of(String graph) {
    return entries.text(path(graph));
  }

  /** Who has submitted a job last. */
  public Optional<String> of(String graph, String job) {
    return entries.text(path(graph, job));
  }

  /**
   * Says who has made something.
   *
   * @param user empty to keep the owner that there is
   */
  public void set(String path, Optional<String> user) {
    user.ifPresent(name -> entries.again(() -> entries.replace(path, name)));
  }
}
