// SPDX-License-Identifier: Apache-2.0
/** What all that runs on a node may know of it: its name, its threads. */
package io.graphember.ignite.node;
