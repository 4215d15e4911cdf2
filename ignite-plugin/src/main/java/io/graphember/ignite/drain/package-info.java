// SPDX-License-Identifier: Apache-2.0
/** Nodes that take no new work: somebody drains them, or they must be restarted. */
package io.graphember.ignite.drain;
