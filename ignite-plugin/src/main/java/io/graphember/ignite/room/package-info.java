// SPDX-License-Identifier: Apache-2.0
/**
 * The data region of our caches, and who may still write into it: room is reserved before anything
 * is written, since a region in memory that overflows ends its node.
 */
package io.graphember.ignite.room;
