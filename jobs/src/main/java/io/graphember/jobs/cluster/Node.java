// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import java.util.UUID;

/**
 * A server node of the cluster, as long as it runs.
 *
 * @param id its number, another one after each start
 * @param name what it is called, the same after each start
 * @param storage whether it stores graphs
 * @param trainer whether it runs trainers
 * @param processors how many it has
 * @param clientPort port at which it takes thin clients, 0 for none; a node that was given no name
 *     has one that ends with another port, at which nodes speak to each other
 */
public record Node(
    UUID id, String name, boolean storage, boolean trainer, int processors, int clientPort) {}
