// SPDX-License-Identifier: Apache-2.0
/**
 * A graph whose edges lie with several nodes while it is cut: which vertex is at home where, and
 * how the shares talk to one another.
 *
 * <p>Nodes are not known here: a share is a number.
 */
package io.graphember.partition.exchange;
