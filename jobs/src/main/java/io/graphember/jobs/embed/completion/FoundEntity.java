// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.completion;

/**
 * An entity that may complete a triple; in the order of keys.
 *
 * @param key the user's
 * @param id of the vertex
 * @param <K> class of keys
 */
record FoundEntity<K extends Comparable<K>>(K key, long id) implements Comparable<FoundEntity<K>> {
  @Override
  public int compareTo(FoundEntity<K> other) {
    return key.compareTo(other.key);
  }
}
