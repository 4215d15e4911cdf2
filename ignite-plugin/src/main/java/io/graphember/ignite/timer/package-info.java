// SPDX-License-Identifier: Apache-2.0
/** Work that a node does again and again. */
package io.graphember.ignite.timer;
