// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

/**
 * What one node did for a job.
 *
 * @param node name of the node
 * @param partitions numbers of the partitions it owned
 * @param trainers trainers it ran
 * @param rowsHeld feature rows it held
 * @param gathersServed gather requests it served, one for each partition asked
 * @param rowsServed feature rows it served
 * @param bytesMoved bytes of requests and replies that its trainers and publishers exchanged with
 *     other nodes
 */
public record NodeCounts(
    String node,
    int[] partitions,
    int trainers,
    long rowsHeld,
    long gathersServed,
    long rowsServed,
    long bytesMoved) {}
