// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.auto;

/**
 * What was chosen for the user.
 *
 * @param name of the partitioner
 * @param reason why, the end of a sentence that begins with the name
 */
public record PartitionerChoice(String name, String reason) {}
