// SPDX-License-Identifier: Apache-2.0
/**
 * More than half of the storage nodes that a cluster has: without them it takes no loads, drops and
 * jobs, so that of two halves that are cut off from each other one at most goes on.
 */
package io.graphember.ignite.majority;
