// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

/**
 * What the configuration of a node says of the data region of our caches.
 *
 * @param region its name
 * @param own whether nobody else's caches are in it
 * @param backups further copies of each partition, 0 or more
 */
public record RegionRules(String region, boolean own, int backups) {}
